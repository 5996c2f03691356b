/**
 * The lines of a CSV file, its cells without their quotes and parted by semicolons.
 * @throws for a cell that has something in it and no quotes around it
 */
export function linesOf(csv: unknown): string[] {
  const cell = /"((?:[^"]|"")*)"|/y;
  const lines: string[] = [];
  const text = String(csv).replace('\uFEFF', '');
  for (let at = 0, line: string[] = []; at < text.length; ) {
    cell.lastIndex = at;
    line.push((cell.exec(text)?.[1] ?? '').replaceAll('""', '"'));
    at = cell.lastIndex;
    if (text.startsWith(';', at)) at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      lines.push(line.join(';'));
      line = [];
    } else throw new Error(`a cell without quotes: ${text.slice(at, at + 50)}`);
  }
  return lines;
}
