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
  fish: `function __octospec
  set -l found (octospec --completions (commandline -opc) (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c octospec -f -a '(__octospec)'
`,
} as const

const shells = ['bash', 'zsh', 'fish'] as const

export const completionCommand: Command = command({
  options: { shell: word('shell', shells, 'that it is for; that of SHELL otherwise') },
  epilogue:
    'In ~/.bashrc, and below compinit in ~/.zshrc: eval "$(octospec completion)". In config.fish: octospec completion | source',
  handle: async ({ shell }, { stdout, env }) => {
    stdout.write(scripts[shell ?? shells.find((each) => env['SHELL']?.endsWith(each)) ?? 'bash'])
    return 0
  },
})
