/** Pictures of the demo company, drawn with the documents' typeface, so that they look the same on every machine. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';

const file = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
);
const font = create(readFileSync(file)) as Font;

/** Text as an SVG path, because a minimal machine has no fonts. */
function lettering(text: string, x: number, y: number, size: number, fill: string): string {
  const scale = size / font.unitsPerEm;
  let offset = 0;
  const glyphs = font.layout(text).glyphs.map((glyph) => {
    const path = `<path transform="translate(${offset} 0)" d="${glyph.path.toSVG()}"/>`;
    offset += glyph.advanceWidth;
    return path;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${glyphs.join('')}</g>`;
}

const draw = (width: number, height: number, content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A wordmark with a gear. */
export function drawLogo(first: string, second: string): Promise<Buffer> {
  const teeth = Array.from(
    { length: 8 },
    (_, index) => `<rect x="-9" y="-62" width="18" height="26" rx="4" transform="rotate(${index * 45})"/>`,
  ).join('');
  const gear = `<g transform="translate(80 80)" fill="#0b5cad">${teeth}<circle r="44"/><circle r="19" fill="#fff"/></g>`;
  return draw(
    640,
    160,
    `<rect width="640" height="160" fill="#fff"/>${gear}${lettering(first, 170, 84, 58, '#16324f')}${lettering(second, 172, 130, 32, '#0b5cad')}`,
  );
}

export interface Nameplate {
  maker: string;
  model: string;
  serialNumber: string;
  power: string;
  year: string;
}

/** A machine's nameplate: brushed metal, rivets, four lines. */
export function drawNameplate({ maker, model, serialNumber, power, year }: Nameplate): Promise<Buffer> {
  const rivets = [
    [40, 40],
    [760, 40],
    [40, 460],
    [760, 460],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="12" fill="#8f989f"/><circle cx="${x}" cy="${y}" r="6" fill="#c4cacf"/>`,
    )
    .join('');
  const lines = [
    ['TYPE', model],
    ['S/N', serialNumber],
    ['POWER', power],
    ['YEAR', year],
  ]
    .map(([label = '', value = ''], index) => {
      const y = 230 + index * 70;
      return `${lettering(label, 80, y, 26, '#5b6670')}${lettering(value, 230, y, 34, '#1d252c')}<line x1="80" x2="720" y1="${y + 20}" y2="${y + 20}" stroke="#98a2aa"/>`;
    })
    .join('');
  return draw(
    800,
    500,
    `<defs><linearGradient id="metal" x2="1" y2="1"><stop stop-color="#dfe4e8"/><stop offset=".5" stop-color="#c2c9cf"/><stop offset="1" stop-color="#dde2e6"/></linearGradient></defs>
<rect width="800" height="500" rx="24" fill="url(#metal)" stroke="#8f989f" stroke-width="4"/>${rivets}
${lettering(maker.toUpperCase(), 80, 130, 58, '#16324f')}<rect x="80" y="152" width="640" height="4" fill="#16324f"/>${lines}`,
  );
}

/** A pen's signature: a wavy line, different for every seed. */
export function drawSignature(seed: number): {
  path: string;
  strokes: { points: { x: number; y: number; time: number; pressure: number }[] }[];
} {
  const points = Array.from({ length: 48 }, (_, step) => ({
    x: Math.round(30 + step * 9 + 14 * Math.sin(step * 0.9 + seed)),
    y: Math.round(
      110 -
        45 * Math.sin(step * 0.55 + seed * 1.7) * Math.cos(step * 0.13 + seed) -
        12 * Math.sin(step * 1.9),
    ),
    time: step * 16,
    pressure: 0.5,
  }));
  const [start, ...rest] = points;
  // Curves through the midpoints, with the points as control points, for smooth strokes.
  const curves = rest.map(({ x, y }, index) => {
    const next = rest[index + 1] ?? { x, y };
    return `Q${x} ${y} ${(x + next.x) / 2} ${(y + next.y) / 2}`;
  });
  const path = `M${start?.x} ${start?.y} ${curves.join(' ')}`;
  return { path, strokes: [{ points }] };
}
