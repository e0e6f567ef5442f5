// SPDX-License-Identifier: Apache-2.0
import com.googlecode.pngtastic.core.processing.zopfli.Options;
import com.googlecode.pngtastic.core.processing.zopfli.Options.BlockSplitting;
import com.googlecode.pngtastic.core.processing.zopfli.Options.OutputFormat;
import com.googlecode.pngtastic.core.processing.zopfli.Zopfli;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Copies a JAR without what its class files contain for nobody: constants without use, names of parameters that the compiler made
 * up, generic types and declared exceptions of what is private or internal and read by no container, the declaration of
 * {@code MethodHandles.Lookup} in each class with a lambda, the methods in the names of lambdas, and numbers of lines that no stack trace can
 * show. It changes no instruction.
 * It compresses better than the JDK, and writes neither folders nor the 16 bytes behind each entry that a stream needs.
 *
 * <p>Started as a source file: {@code java SmallClasses.java FROM TO}.
 */
final class SmallClasses {

    private static final String OF_LAMBDAS = "java/lang/invoke/MethodHandles$Lookup";

    /** Packages whose generic types no container reads, and no compiler of an application or an adapter. */
    private static final Pattern INTERNAL = Pattern.compile("io/onceward/(jdbc|queue|engine|inbox|outbox|config"
            + "|selfcheck|admin|transaction|broker|jms|cloudevents|tracing|log|telemetry|text)/");

    private SmallClasses() {}

    public static void main(String[] arguments) throws IOException {
        try (ZipFile from = new ZipFile(arguments[0]);
                ZipArchiveOutputStream to = new ZipArchiveOutputStream(Path.of(arguments[1]))) {
            List<? extends ZipEntry> files = from.stream()
                    .filter(entry -> !entry.isDirectory())
                    .sorted(Comparator.comparing(entry -> !entry.getName().equals(JarFile.MANIFEST_NAME)))
                    .toList();
            for (Packed packed :
                    files.parallelStream().map(entry -> Packed.of(from, entry)).toList()) {
                to.addRawArchiveEntry(packed.entry, new ByteArrayInputStream(packed.content));
            }
        }
    }

    /** An entry of the new JAR. */
    private record Packed(ZipArchiveEntry entry, byte[] content) {

        /** The encoder takes several times as long as the JDK's, and its result is smaller. More rounds gain little. */
        private static final Options OPTIONS = new Options(OutputFormat.DEFLATE, BlockSplitting.FIRST, 5);

        private static final ThreadLocal<Zopfli> ENCODER = ThreadLocal.withInitial(() -> new Zopfli(1 << 16));

        static Packed of(ZipFile from, ZipEntry old) {
            try (InputStream content = from.getInputStream(old)) {
                byte[] bytes = content.readAllBytes();
                return of(old, old.getName().endsWith(".class") ? small(bytes) : bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Packed of(ZipEntry old, byte[] bytes) throws IOException {
            ByteArrayOutputStream deflated = new ByteArrayOutputStream();
            ENCODER.get().compress(OPTIONS, bytes, deflated);
            boolean isSmaller = deflated.size() < bytes.length;
            byte[] content = isSmaller ? deflated.toByteArray() : bytes;
            CRC32 checksum = new CRC32();
            checksum.update(bytes);
            ZipArchiveEntry entry = new ZipArchiveEntry(old.getName());
            entry.setTimeLocal(old.getTimeLocal());
            entry.setMethod(isSmaller ? ZipEntry.DEFLATED : ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCompressedSize(content.length);
            entry.setCrc(checksum.getValue());
            entry.setUnixMode(0100644);
            return new Packed(entry, content);
        }
    }

    private static byte[] small(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        ClassReader reader = new ClassReader(classFile);
        boolean isInternal = INTERNAL.matcher(reader.getClassName()).lookingAt() && !isAnnotated(reader);
        reader.accept(new SmallClass(writer, isInternal), 0);
        return writer.toByteArray();
    }

    /** Returns whether a container or the JDK may read the class: it, a field or a method has an annotation. */
    private static boolean isAnnotated(ClassReader reader) {
        Annotated found = new Annotated();
        reader.accept(found, ClassReader.SKIP_CODE);
        return found.any;
    }

    private static final class Annotated extends ClassVisitor {

        private boolean any;

        Annotated() {
            super(Opcodes.ASM9);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean visible) {
            any |= visible;
            return null;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    return Annotated.this.visitAnnotation(annotation, visible);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    return Annotated.this.visitAnnotation(annotation, visible);
                }
            };
        }
    }

    private static final class SmallClass extends ClassVisitor {

        private final boolean isInternal;
        private final MethodNames names = new MethodNames();

        SmallClass(ClassVisitor writer, boolean isInternal) {
            super(Opcodes.ASM9, writer);
            this.isInternal = isInternal;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            super.visit(version, access, name, isInternal ? null : signature, parent, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            return super.visitField(access, name, type, isInternal ? null : signature, value);
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String type, String signature) {
            return super.visitRecordComponent(name, type, isInternal ? null : signature);
        }

        @Override
        public void visitInnerClass(String name, String outer, String inner, int access) {
            if (!name.equals(OF_LAMBDAS)) {
                super.visitInnerClass(name, outer, inner, access);
            }
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            boolean isHidden =
                    isInternal || (access & Opcodes.ACC_PRIVATE) != 0; // read by no container and no compiler
            MethodVisitor method = super.visitMethod(
                    access, names.shortName(name), type, isHidden ? null : signature, isHidden ? null : exceptions);
            return new SmallMethod(method, names);
        }
    }

    /** The names of the methods of a class. Not all compilers number all lambdas of a class; that of JDK 25 numbers those of each method. */
    private static final class MethodNames {

        private final Map<String, String> ofLambdas = new HashMap<>();

        /** Returns the name of a method: a short one if it is that of a lambda. */
        String shortName(String name) {
            return name.startsWith("lambda$")
                    ? ofLambdas.computeIfAbsent(name, unused -> "lambda$" + ofLambdas.size())
                    : name;
        }

        Object withShortName(Object argument) {
            return argument instanceof Handle of
                    ? new Handle(of.getTag(), of.getOwner(), shortName(of.getName()), of.getDesc(), of.isInterface())
                    : argument;
        }
    }

    /** Writes the number of a line before the first instruction that can call a method or throw an exception. */
    private static final class SmallMethod extends MethodVisitor {

        private final MethodNames names;
        private Label start;
        private int line;
        private int written;

        SmallMethod(MethodVisitor writer, MethodNames names) {
            super(Opcodes.ASM9, writer);
            this.names = names;
        }

        @Override
        public void visitParameter(String name, int access) {
            // The names in the sources are not kept, either.
        }

        @Override
        public void visitLineNumber(int number, Label label) {
            line = number;
            start = label;
        }

        private void writeLine() {
            if (start != null && line != written) {
                super.visitLineNumber(line, start);
                written = line;
            }
            start = null;
        }

        @Override
        public void visitMethodInsn(int code, String owner, String name, String type, boolean ofInterface) {
            writeLine();
            super.visitMethodInsn(code, owner, name, type, ofInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            writeLine();
            Object[] named = Stream.of(arguments).map(names::withShortName).toArray();
            super.visitInvokeDynamicInsn(name, type, bootstrap, named);
        }

        @Override
        public void visitFieldInsn(int code, String owner, String name, String type) {
            writeLine();
            super.visitFieldInsn(code, owner, name, type);
        }

        @Override
        public void visitTypeInsn(int code, String type) {
            writeLine();
            super.visitTypeInsn(code, type);
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
            writeLine();
            super.visitMultiANewArrayInsn(type, dimensions);
        }

        @Override
        public void visitIntInsn(int code, int operand) {
            if (code == Opcodes.NEWARRAY) {
                writeLine();
            }
            super.visitIntInsn(code, operand);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (!(value instanceof String || value instanceof Number)) {
                writeLine(); // a class may be missing
            }
            super.visitLdcInsn(value);
        }

        @Override
        public void visitInsn(int code) {
            boolean ofArray = code >= Opcodes.IALOAD && code <= Opcodes.SALOAD
                    || code >= Opcodes.IASTORE && code <= Opcodes.SASTORE;
            boolean divides =
                    code == Opcodes.IDIV || code == Opcodes.LDIV || code == Opcodes.IREM || code == Opcodes.LREM;
            if (ofArray || divides || code >= Opcodes.ARRAYLENGTH) { // also athrow and monitors
                writeLine();
            }
            super.visitInsn(code);
        }
    }
}
