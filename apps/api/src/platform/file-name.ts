/** Names of files made of what people have typed: safe on every operating system, and no two alike. */

/** Of bytes: file systems take 255, of which an ending and a counter need some. */
const longest = 180;
const forbidden = /[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A text as one part of a path, without an ending of its own: no slashes, no control characters, no reserved names. */
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

/** Gives every name once: the second `a.pdf` becomes `a (2).pdf`. Case does not tell names apart. */
export function uniqueNames(): (stem: string, ending: string) => string {
  const given = new Set<string>();
  return (stem, ending) => {
    for (let count = 1; ; count++) {
      const name = `${count === 1 ? stem : `${stem} (${count})`}${ending}`;
      const key = name.normalize('NFC').toLowerCase();
      if (given.has(key)) continue;
      given.add(key);
      return name;
    }
  };
}
