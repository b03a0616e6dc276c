#!/usr/bin/env bash
# The steps of action.yml: start the mock, wait until it serves, run the tests, judge what they sent, stop the mock.
# The exit code is that of the tests, else that of the gate.
set -u

read -ra vivarium <<<"$ACTION_COMMAND"
read -ra args <<<"$ACTION_ARGS"
reports=$ACTION_REPORTS
mkdir -p "$reports" || exit 2
log=$reports/vivarium.log

# A process group of its own: a launcher such as npx does not pass every signal on.
set -m
# The gate is judged below: the mock itself must not judge.
env -u VIVARIUM_FAIL_ON -u VIVARIUM_MIN_COVERAGE -u VIVARIUM_REPORT VIVARIUM_LOG=json \
  "${vivarium[@]}" serve ${ACTION_DOCUMENT:+"$ACTION_DOCUMENT"} --port 0 "${args[@]+"${args[@]}"}" >"$log" 2>&1 &
mock=$!
set +m

stop() {
  kill -TERM -- "-$mock" 2>/dev/null
  wait "$mock" 2>/dev/null
}
trap stop EXIT
trap 'exit 130' INT TERM

# Usage: property NAME. A text of the first event in the log: the first of this name, since each of its `services` has names of its own.
property() {
  local event
  event=$(grep -m 1 '"event":"listening"' "$log") || return
  event=${event#*"\"$1\":\""}
  echo "${event%%\"*}"
}

url=
for _ in $(seq 600); do
  url=$(property url)
  if [ -n "$url" ] && curl --silent --fail --output /dev/null "$url/_vivarium/api/health"; then break; fi
  if ! kill -0 "$mock" 2>/dev/null; then break; fi
  url=
  sleep 0.1
done
if [ -z "$url" ]; then
  echo "Vivarium did not start:" >&2
  cat "$log" >&2
  exit 2
fi
VIVARIUM_URL=$url
VIVARIUM_SERVICE_URL=$(property service)
export VIVARIUM_URL VIVARIUM_SERVICE_URL
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "url=$url" >>"$GITHUB_OUTPUT"; fi

# As GitHub runs a step: of several lines, the first that fails ends the tests.
bash --noprofile --norc -eo pipefail -c "$ACTION_RUN"
tests=$?

"${vivarium[@]}" gate "$url" --fail-on "$ACTION_FAIL_ON" \
  ${ACTION_MIN_COVERAGE:+--min-coverage "$ACTION_MIN_COVERAGE"} \
  --report "junit=$reports/gate.xml,md=$reports/gate.md,json=$reports/gate.json,html=$reports/gate.html"
gate=$?

if [ "$tests" -ne 0 ]; then exit "$tests"; fi
exit "$gate"
