/** `tessera completion`: scripts that let a shell complete verbs and options. */
import { readArguments } from "../command/arguments.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const USAGE = `tessera completion ${SHELLS.join("|")} [--json]`;

const options = { json: { type: "boolean", default: false } } as const;

/** The verb for a table of verbs, itself among them. */
export const completionOf = (verbs: Readonly<Record<string, () => Promise<Verb>>>): Verb => ({
  about: "print a completion script for bash, zsh or fish",
  help: `${USAGE}

  bash   tessera completion bash > ~/.local/share/bash-completion/completions/tessera
  zsh    tessera completion zsh > ~/.zfunc/_tessera    (with ~/.zfunc in $fpath, before compinit)
  fish   tessera completion fish > ~/.config/fish/completions/tessera.fish

  --json   the shell and its script as one JSON value`,
  options,
  subcommands: SHELLS,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const shell = SHELLS.find((name) => name === positionals[0]);
    if (!shell || positionals.length > 1) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const script = WRITERS[shell](await allWords(verbs));
    terminal.out(values.json ? JSON.stringify({ shell, script }) : script);
    return EXIT.ok;
  },
});

interface VerbWords {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
  readonly subcommands: readonly string[];
}

async function allWords(verbs: Readonly<Record<string, () => Promise<Verb>>>): Promise<readonly VerbWords[]> {
  const words: VerbWords[] = [];
  for (const [name, load] of Object.entries(verbs)) {
    const { about, options, subcommands = [] } = await load();
    words.push({ name, about, subcommands, options: [...Object.keys(options), "help"].map((option) => `--${option}`) });
  }
  return words;
}

const WRITERS: Readonly<Record<(typeof SHELLS)[number], (verbs: readonly VerbWords[]) => string>> = {
  bash: (verbs) => `# bash completion of tessera
_tessera() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${verbs.map(({ name }) => name).join(" ")}"
  else
    case "\${COMP_WORDS[1]}" in
${verbs.map(({ name, options, subcommands }) => `      ${name}) words="${[...subcommands, ...options].join(" ")}" ;;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _tessera tessera`,

  zsh: (verbs) => `#compdef tessera
_tessera() {
  local -a verbs
  verbs=(
${verbs.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then _describe verb verbs; return; fi
  case $words[2] in
${verbs.map(({ name, options, subcommands }) => `    ${name}) compadd -- ${[...subcommands, ...options].join(" ")} ;;`).join("\n")}
  esac
  _files
}
_tessera "$@"`,

  fish: (verbs) =>
    [
      "# fish completion of tessera",
      ...verbs.flatMap(({ name, about, options, subcommands }) => [
        `complete -c tessera -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
        ...subcommands.map((word) => `complete -c tessera -n "__fish_seen_subcommand_from ${name}" -f -a ${word}`),
        ...options.map(
          (option) => `complete -c tessera -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`,
        ),
      ]),
    ].join("\n"),
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
