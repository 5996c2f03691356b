/** What a warranty counts from: three kinds by their code, or free text. */
import { foldText } from './fold-text.ts';
import { optionalText } from './primitives.ts';

export const warrantyKinds = ['production', 'transport', 'installation'] as const;
export type WarrantyKind = (typeof warrantyKinds)[number];

/** The kinds' names in all six languages, as `foldText` gives them; a test holds them equal to the texts on screen. */
const names: Record<WarrantyKind, readonly string[]> = {
  production: ['production', 'produkcja', 'produktion', 'produzione', 'produccion', 'производство'],
  transport: ['transport', 'trasporto', 'transporte', 'транспортировка'],
  installation: ['installation', 'montaz', 'montage', 'installazione', 'instalacion', 'монтаж'],
};

/** The kind that a text names in any of the six languages, whatever its case and accents; null for free text. */
export function warrantyKindOf(text: string): WarrantyKind | null {
  const wanted = foldText(text.trim());
  return warrantyKinds.find((kind) => names[kind].includes(wanted)) ?? null;
}

/** A warranty as it is stored and sent: the code of a known kind, in whichever language it was typed, or free text. */
export const optionalWarranty = optionalText(100).transform((text) => warrantyKindOf(text) ?? text);
