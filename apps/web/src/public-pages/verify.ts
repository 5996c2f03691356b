/** On the pages that check documents: takes a PDF file, chosen or dropped, and says what it is. */
import type { FileCheck } from '@servicebook/shared/verify';
import { checkFile, type Outcome } from './verify/check-file.ts';

class Busy extends Error {}

const section = document.querySelector<HTMLElement>('#file-check');
const input = section?.querySelector('input');
const result = section?.querySelector('[role=status]');
// Browsers offer hashing only over HTTPS, and on this computer.
if (section && input && result && globalThis.crypto?.subtle) start(section, input, result);

function start(section: HTMLElement, input: HTMLInputElement, result: Element): void {
  const { lang, code } = section.dataset;
  let checks = 0;

  async function check(file: File | undefined): Promise<void> {
    if (!file) return;
    const turn = ++checks;
    show([piece('WORKING')]);
    const outcome = await checkFile(file, code || undefined, (question) => ask({ ...question, lang })).catch(
      (error: unknown): Outcome => ({ is: error instanceof Busy ? 'BUSY' : 'FAILED' }),
    );
    // Another file may have been chosen meanwhile.
    if (turn === checks) show([line(file.name), ...describe(outcome)]);
  }

  const show = (pieces: Node[]) => {
    result.replaceChildren(...pieces);
    result.scrollIntoView({ block: 'nearest' });
  };

  function describe(outcome: Outcome): Node[] {
    const verdict = piece(outcome.is);
    if (!('of' in outcome)) return [verdict];
    const { name, path, replacedBy } = outcome.of;
    fill(verdict, String(replacedBy));
    const pieces = [verdict];
    if ('isEarlier' in outcome && outcome.isEarlier) pieces.push(piece('EARLIER'));
    if (path.endsWith(`/${code}`)) return pieces;
    if (code) pieces.push(piece('OTHER'));
    const link = document.createElement('a');
    link.href = `${path}?lang=${lang}`;
    link.textContent = name;
    return [...pieces, line(link)];
  }

  input.addEventListener('change', () => {
    void check(input.files?.[0]);
    // So that the same file can be chosen again.
    input.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void check(event.dataTransfer?.files[0]);
  });
  section.hidden = false;
}

function line(content: string | Node): Node {
  const line = document.createElement('p');
  line.append(content);
  return line;
}

/** A copy of one of the texts that came with the page. */
function piece(name: string): Node {
  const template = document.querySelector<HTMLTemplateElement>(`template#${name}`);
  return template?.content.cloneNode(true) ?? document.createDocumentFragment();
}

/** Writes the newest version's number where the text has a place for it. */
function fill(node: Node, version: string): void {
  if (node instanceof Text) node.data = node.data.replace('{version}', version);
  else for (const child of node.childNodes) fill(child, version);
}

async function ask(question: {
  sha256: string;
  code?: string;
  lang: string | undefined;
}): Promise<FileCheck> {
  const answer = await fetch('/api/verify', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify(question),
  });
  if (answer.status === 429) throw new Busy();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
