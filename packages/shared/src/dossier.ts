/** The warranty dossier of a machine: what a manufacturer asks for before it pays. Its archive is made by an export. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { idParams, language } from './primitives.ts';

/** What is not recorded, and a manufacturer asks for; in the order in which it matters. */
export const dossierGaps = [
  'TRANSFER_DATE',
  'WARRANTY_LENGTH',
  'INTERVAL',
  'INSPECTIONS_OFF',
  'MANUFACTURER',
  'MODEL',
  'SERIAL_NUMBER',
  'YEAR_BUILT',
] as const;

/** What a dossier of the machine would hold now. */
export const DossierPreview = z.object({
  /** Of the machine's customer, otherwise the company's. */
  language,
  gaps: z.array(z.enum(dossierGaps)),
  /** Of the required inspections. */
  totals: z.object({
    required: z.number(),
    onTime: z.number(),
    late: z.number(),
    missing: z.number(),
  }),
  /** Signed protocols of inspections, inspections that were entered afterwards, and other signed protocols. */
  inspections: z.number(),
  past: z.number(),
  others: z.number(),
  /** Of all signed protocols those that were signed for another customer than the machine's. */
  ofOtherCustomers: z.number(),
});
export type DossierPreview = z.infer<typeof DossierPreview>;

export const dossierContract = {
  preview: endpoint({
    method: 'get',
    path: '/api/device/dossier/{id}',
    summary: 'What the warranty dossier of a machine would hold, and which of its data are missing',
    access: 'account.read',
    params: idParams,
    response: DossierPreview,
  }),
};
