#!/usr/bin/env bash
# What action.yml runs. Its inputs come as variables of the environment, so that nothing of them is ever read as shell.
set -uo pipefail

words=(run --out "$OUT" --report "$REPORT")
give() {
  local option="$1" value
  while IFS= read -r value; do
    [ -z "$value" ] || words+=("--$option" "$value")
  done <<< "$2"
}
give profile "$PROFILE"
give target "$TARGET"
give only "$ONLY"
give allow-untested "$ALLOW_UNTESTED"
give baseline "$BASELINE"
give ready-timeout "$READY_TIMEOUT"
give time-limit "$TIME_LIMIT"

program=(npx --yes "octospec@$VERSION")
[ ! -x node_modules/.bin/octospec ] || program=(node_modules/.bin/octospec)
"${program[@]}" "${words[@]}"
exit=$?

read_verdict='JSON.parse(require("fs").readFileSync(process.argv[1])).verdict'
verdict="$(node -p "$read_verdict" "$OUT/report.json" 2> /dev/null || true)"
{
  echo "verdict=$verdict"
  echo "exit-code=$exit"
  echo "folder=$OUT"
} >> "$GITHUB_OUTPUT"
exit "$exit"
