# Runs a program, and ends it when the standard input of this script ends: the launcher closes it, or the operating system closes it
# when the launcher dies. Ctrl-C, which a terminal sends to all processes at once, is ignored.
trap '' INT
exec 3<&0

names=
if [ -n "$ERL_EPMD_PORT" ]; then # RabbitMQ would start it, and leave it behind
  epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 </dev/null 3<&- &
  names=$!
fi
"$@" </dev/null 3<&- &
program=$!
(
  cat <&3 >/dev/null
  kill "$program"
) >/dev/null 2>&1 &
watch=$!

wait "$program"
status=$?
kill $names "$watch" 2>/dev/null
exit "$status"
