import { OPTIONS } from './options.js';

/** The commands, and what the word after each may be. */
const SHELL_WORDS = {
  find: [],
  'explain-words': [],
  near: [],
  show: ['doctor', 'clinic'],
  mirror: [],
  watch: [],
  completion: ['bash', 'zsh', 'fish'],
} as const;

export type CommandName = keyof typeof SHELL_WORDS;

const NAMES = Object.keys(SHELL_WORDS).join(' ');

/** The scripts that complete the command, by shell. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = {
  bash,
  // zsh runs the completions of bash.
  zsh: () => `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash()}`,
  fish,
};

function bash(): string {
  const values = OPTIONS.flatMap(([name, { value, values: known }]) => {
    if (value === undefined) return [];
    return [
      `    --${name}) COMPREPLY=(${known ? `$(compgen -W '${known.join(' ')}' -- "$word")` : ''}); return ;;`,
    ];
  });
  const words = Object.entries(SHELL_WORDS)
    .filter(([, next]) => next.length > 0)
    .map(
      ([name, next]) => `    ${name}) COMPREPLY=($(compgen -W '${next.join(' ')}' -- "$word")); return ;;`,
    );
  return `_care() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${[...values, ...words].join('\n')}
    mirror) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W '${OPTIONS.map(([name]) => `--${name}`).join(' ')}' -- "$word"))
  elif [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '${NAMES}' -- "$word"))
  fi
}
complete -F _care care
`;
}

function fish(): string {
  const commands = Object.entries(SHELL_WORDS).flatMap(([name, next]) => [
    `complete -c care -n __fish_use_subcommand -a ${name}`,
    ...next.map((word) => `complete -c care -n '__fish_seen_subcommand_from ${name}' -a ${word}`),
  ]);
  const options = OPTIONS.map(([name, { value, about, values }]) => {
    const takes = value === undefined ? '' : ' -x';
    return `complete -c care -l ${name}${takes}${values ? ` -a '${values.join(' ')}'` : ''} -d '${about}'`;
  });
  return [
    'complete -c care -f',
    ...commands,
    `complete -c care -n '__fish_seen_subcommand_from mirror' -F`,
    ...options,
    '',
  ].join('\n');
}
