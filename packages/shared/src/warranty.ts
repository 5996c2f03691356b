/** The start of a warranty: one of three kinds by code, or free text. */
import { foldText } from './fold-text.ts';
import { optionalLine } from './primitives.ts';

export const warrantyKinds = ['production', 'transport', 'installation'] as const;
export type WarrantyKind = (typeof warrantyKinds)[number];

/** The kinds' names in all six languages, folded by `foldText`; a test compares them with the texts on screen. */
const names: Record<WarrantyKind, readonly string[]> = {
  production: ['production', 'produkcja', 'produktion', 'produzione', 'produccion', 'производство'],
  transport: ['transport', 'trasporto', 'transporte', 'транспортировка'],
  installation: ['installation', 'montaz', 'montage', 'installazione', 'instalacion', 'монтаж'],
};

/** The kind named by a text in any of the six languages, ignoring case and accents; null for free text. */
export function warrantyKindOf(text: string): WarrantyKind | null {
  const folded = foldText(text.trim());
  return warrantyKinds.find((kind) => names[kind].includes(folded)) ?? null;
}

/** A warranty as stored and sent: the code of a known kind, typed in any language, or free text. */
export const optionalWarranty = optionalLine(100).transform((text) => warrantyKindOf(text) ?? text);
