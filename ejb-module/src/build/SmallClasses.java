// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
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
 * {@code MethodHandles.Lookup} in each class with a lambda, and numbers of lines that no stack trace can show. It changes no instruction.
 *
 * <p>Started as a source file: {@code java SmallClasses.java FROM TO}.
 */
final class SmallClasses {

    private static final String OF_LAMBDAS = "java/lang/invoke/MethodHandles$Lookup";

    /** The packages whose classes users compile against: a public class may have a parent that only the package sees. */
    private static final Pattern OF_USERS = Pattern.compile("io/onceward/(api|spi)/");

    /** Packages with public classes that no container, application or adapter reads. */
    private static final Pattern INTERNAL = Pattern.compile("io/onceward/(jdbc|queue|engine|inbox|outbox|config|capture"
            + "|selfcheck|admin|transaction|broker|jms|cloudevents|tracing)/");

    private SmallClasses() {}

    public static void main(String[] arguments) throws IOException {
        try (ZipFile from = new ZipFile(arguments[0]);
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
            for (Enumeration<? extends ZipEntry> all = from.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                to.putNextEntry(copy);
                try (InputStream content = from.getInputStream(entry)) {
                    byte[] bytes = content.readAllBytes();
                    to.write(entry.getName().endsWith(".class") ? small(bytes) : bytes);
                }
            }
        }
    }

    private static byte[] small(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        boolean isVisible = OF_USERS.matcher(name).lookingAt()
                || (reader.getAccess() & Opcodes.ACC_PUBLIC) != 0 && !INTERNAL.matcher(name).lookingAt();
        reader.accept(new SmallClass(writer, !isVisible && !isAnnotated(reader)), 0);
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
            return new SmallMethod(
                    super.visitMethod(access, name, type, isHidden ? null : signature, isHidden ? null : exceptions));
        }
    }

    /** Writes the number of a line before the first instruction that can call a method or throw an exception. */
    private static final class SmallMethod extends MethodVisitor {

        private Label start;
        private int line;
        private int written;

        SmallMethod(MethodVisitor writer) {
            super(Opcodes.ASM9, writer);
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
            super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
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
