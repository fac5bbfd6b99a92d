#!/usr/bin/env bash
# Says in a pull request what a run came to, in one comment that later runs write anew.
set -euo pipefail

page="$OUT/report.md"
if [ ! -f "$page" ]; then
  echo "there is no $page to comment with: add md to the input report"
  exit 0
fi
# Other tools comment as the same user, and other jobs by this script.
export MARK="<!-- octospec $OUT -->"
ours='[.comments[] | select(.viewerDidAuthor and (.body | startswith(env.MARK))) | .url][0] // empty'
url="$(gh pr view "$NUMBER" --json comments --jq "$ours")"
# GitHub takes 65,536 characters.
text="$MARK
$(head -c 60000 "$page")"
if [ -n "$url" ]; then
  gh api --silent --method PATCH "repos/$GH_REPO/issues/comments/${url##*-}" --raw-field "body=$text"
else
  gh pr comment "$NUMBER" --body "$text"
fi
