// `node apps/e2e/app-icons.ts` creates the icons of the installed app and the picture for shared links from existing
// files. Run it when apps/web/public/favicon.svg or the picture of the machines changes.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const web = path.resolve(import.meta.dirname, '../web');
const file = (name: string) => path.join(web, 'public', name);
const sign = await readFile(file('favicon.svg'));
/** Background of the icon. */
const petrol = '#146a87';

const draw = (size: number) =>
  sharp(sign, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();

/** Without rounded corners; the drawing fits into the safe circle of maskable icons, 80 % of the width. */
async function drawOnGround(size: number, share: number): Promise<Buffer> {
  const inner = await draw(Math.round(size * share));
  return sharp({ create: { width: size, height: size, channels: 4, background: petrol } })
    .composite([{ input: inner }])
    .png({ palette: true })
    .toBuffer();
}

await sharp(await draw(192))
  .png({ palette: true })
  .toFile(file('icon-192.png'));
await sharp(await draw(512))
  .png({ palette: true })
  .toFile(file('icon-512.png'));
await sharp(await drawOnGround(512, 0.86)).toFile(file('icon-maskable-512.png'));
await sharp(await drawOnGround(180, 1)).toFile(file('apple-touch-icon.png'));

const screen = path.join(web, 'src/features/site/pictures/machines-en-light-1240.avif');
await sharp(screen)
  .resize({ width: 1200, height: 630, position: 'top' })
  .jpeg({ quality: 72, mozjpeg: true })
  .toFile(file('share.jpg'));
