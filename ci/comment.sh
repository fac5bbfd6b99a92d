#!/usr/bin/env bash
# Says in a pull request what a run came to, in one comment that later runs write anew.
set -euo pipefail

page="$OUT/report.md"
if [ ! -f "$page" ]; then
  echo "there is no $page to comment with: add md to the input report"
  exit 0
fi
# GitHub takes 65,536 characters.
text="$(head -c 60000 "$page")"
gh pr comment "$NUMBER" --edit-last --body "$text" || gh pr comment "$NUMBER" --body "$text"
