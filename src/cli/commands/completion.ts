import { command, type Command } from '../command.js'
import { word } from '../options.js'

/** What a shell evaluates; `main` answers the question that it asks with `--completions`. */
const scripts = {
  bash: `_octospec() {
  local IFS=$'\\n'
  COMPREPLY=($(octospec --completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
}
complete -o default -F _octospec octospec
`,
  zsh: `_octospec() {
  local found=("\${(@f)$(octospec --completions "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _octospec octospec
`,
} as const

export const completionCommand: Command = command({
  options: { shell: word('shell', ['bash', 'zsh'], 'that it is for; that of SHELL otherwise') },
  epilogue: 'In ~/.bashrc: eval "$(octospec completion)".',
  handle: async ({ shell }, { stdout, env }) => {
    stdout.write(scripts[shell ?? (env['SHELL']?.endsWith('zsh') === true ? 'zsh' : 'bash')])
    return 0
  },
})
