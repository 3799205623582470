const WIDTH = 120;
/** What begins a line that stands for itself: a heading, a row, a tag, a code fence. */
const APART = /^(#|\||<|```)/;

/** Breaks the lines of paragraphs in Markdown anew, since numbers of any length were put into them. */
export function reflow(markdown: string): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let code = false;
  const end = () => {
    if (paragraph.length > 0) lines.push(...broken(paragraph.join(' ')));
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    if (code || line === '' || APART.test(line)) {
      end();
      lines.push(line);
    } else paragraph.push(line);
    if (line.startsWith('```')) code = !code;
  }
  end();
  return lines.join('\n');
}

function broken(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
