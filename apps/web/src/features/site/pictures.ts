import type { Language } from '@servicebook/i18n';

/** Created by `pnpm site-pictures` (apps/e2e/site-pictures.ts): the product's own screens in every language. */
const files = import.meta.glob<string>('./pictures/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

const desk = { width: 1240, height: 760, widths: [720, 1240] };
const phone = { width: 360, height: 740, widths: [540] };

/** The available screens, with their size in CSS pixels and the widths of the image files. */
export const pictures = {
  machines: desk,
  machine: desk,
  find: phone,
  protocol: phone,
  sign: phone,
  signed: phone,
} as const;
export type PictureName = keyof typeof pictures;
export type Scheme = 'light' | 'dark';

/** The `srcset` of a picture. */
export const sourcesOf = (name: PictureName, language: Language, scheme: Scheme): string =>
  pictures[name].widths
    .map((width) => `${files[`./pictures/${name}-${language}-${scheme}-${width}.avif`]} ${width}w`)
    .join(', ');
