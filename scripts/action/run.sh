#!/usr/bin/env bash
# The step of action.yml: the tests run beside the mock, which judges what they sent. The exit code is that of the tests, else that of
# the gate.
set -u

read -ra vivarium <<<"$ACTION_COMMAND"
read -ra args <<<"$ACTION_ARGS"
reports=$ACTION_REPORTS

# As GitHub runs a step: of several lines, the first that fails ends the tests.
exec "${vivarium[@]}" serve ${ACTION_DOCUMENT:+"$ACTION_DOCUMENT"} --port 0 "${args[@]+"${args[@]}"}" \
  --env 'VIVARIUM_URL={url}' --env 'VIVARIUM_SERVICE_URL={base}' \
  --fail-on "$ACTION_FAIL_ON" ${ACTION_MIN_COVERAGE:+--min-coverage "$ACTION_MIN_COVERAGE"} \
  --report "junit=$reports/gate.xml,md=$reports/gate.md,json=$reports/gate.json,html=$reports/gate.html" \
  -- bash -c 'if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "url=$VIVARIUM_URL" >>"$GITHUB_OUTPUT"; fi
    exec bash --noprofile --norc -eo pipefail -c "$ACTION_RUN"'
