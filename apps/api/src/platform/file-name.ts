/** File names from user input: safe on every operating system, and unique. */

/** In bytes: file systems allow 255, and extension and counter need some of them. */
const longest = 180;
const forbidden = /[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A text as one part of a path, without extension: no slashes, no control characters, no reserved names. */
export function fileStem(text: string): string {
  const plain = text.replace(forbidden, '-').replace(/\s+/g, ' ');
  let stem = '';
  for (const character of plain) {
    if (Buffer.byteLength(stem + character) > longest) break;
    stem += character;
  }
  stem = stem.replace(/^[\s.]+|[\s.]+$/g, '');
  return stem === '' || reserved.test(stem) ? `_${stem}` : stem;
}

/** Makes names unique: the second `a.pdf` becomes `a (2).pdf`. Ignores case. */
export function uniqueNames(): (stem: string, ending: string) => string {
  const used = new Set<string>();
  return (stem, ending) => {
    for (let count = 1; ; count++) {
      const name = `${count === 1 ? stem : `${stem} (${count})`}${ending}`;
      const key = name.normalize('NFC').toLowerCase();
      if (used.has(key)) continue;
      used.add(key);
      return name;
    }
  };
}
