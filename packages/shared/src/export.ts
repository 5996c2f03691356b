/** Exports that are too large to create during a request: a job creates them, and they can be downloaded for a day. */
import { z } from 'zod';
import type { Access } from './access.ts';
import { endpoint } from './contract.ts';
import { type ErrorCode, errorStatus } from './error-codes.ts';
import { id, idParams, instant, language, maxChosen } from './primitives.ts';
import { ServiceFilter } from './service-overview.ts';

export const exportStatuses = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** All data of an account. */
const AccountData = z.strictObject({});
/** More documents than this must be requested in parts. */
export const maxServicePdfs = 500;
/** The PDFs of these protocols. */
const ServicePdfs = z.strictObject({
  serviceIds: z
    .array(id)
    .min(1, 'REQUIRED')
    .max(maxServicePdfs, 'TOO_MANY')
    .transform((ids) => [...new Set(ids)].sort((one, other) => one - other)),
});

/** The service books of these machines. */
const ServiceBooks = z.strictObject({
  ids: z
    .array(id)
    .min(1, 'REQUIRED')
    .max(maxChosen, 'TOO_MANY')
    .transform((ids) => [...new Set(ids)].sort((one, other) => one - other)),
});

/** The warranty dossier of a machine. */
const WarrantyDossier = z.strictObject({
  id,
  language,
  /** Protocols that were signed for other customers of the company: they name those. */
  withOtherCustomers: z.boolean('INVALID'),
});

/** Kinds of exports, with permission and parameters. */
export const exportKinds = {
  ACCOUNT_DATA: { access: 'account.manage', params: AccountData },
  SERVICE_PDFS: { access: 'account.read', params: ServicePdfs },
  SERVICE_BOOKS: { access: 'account.read', params: ServiceBooks },
  WARRANTY_DOSSIER: { access: 'account.read', params: WarrantyDossier },
} as const satisfies Record<string, { access: Access; params: z.ZodType }>;
export type ExportKind = keyof typeof exportKinds;
export type ExportParams<Kind extends ExportKind> = z.output<(typeof exportKinds)[Kind]['params']>;

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

export const Export = z.object({
  id: z.number(),
  kind: z.enum(Object.keys(exportKinds) as [ExportKind, ...ExportKind[]]),
  status: z.enum(exportStatuses),
  /** The machine of a warranty dossier; null: the archive is of no single machine. */
  deviceId: z.number().nullable(),
  /** Reason of the failure. */
  errorCode: z.enum(errorCodes).nullable(),
  /** Completed parts; 0 of 0 until they are counted. */
  done: z.number(),
  total: z.number(),
  filename: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  createdAt: instant,
  /** When the download ends. */
  expiresAt: instant.nullable(),
});
export type Export = z.infer<typeof Export>;

export const exportContract = {
  accountData: endpoint({
    method: 'post',
    path: '/api/export/accountData',
    summary: 'Has an archive made of everything the account holds; one under way already is answered instead',
    access: exportKinds.ACCOUNT_DATA.access,
    openToExpired: true,
    openToClosed: true,
    body: exportKinds.ACCOUNT_DATA.params,
    response: Export,
    errors: ['EXPORT_LIMIT'],
  }),
  servicePdfs: endpoint({
    method: 'post',
    path: '/api/export/servicePdfs',
    summary: 'Has an archive made of the documents of protocols; one under way already is answered instead',
    access: exportKinds.SERVICE_PDFS.access,
    body: exportKinds.SERVICE_PDFS.params,
    response: Export,
    errors: ['EXPORT_LIMIT'],
  }),
  foundServicePdfs: endpoint({
    method: 'post',
    path: '/api/export/foundServicePdfs',
    summary: 'The same for the protocols that a search finds now',
    access: exportKinds.SERVICE_PDFS.access,
    body: ServiceFilter,
    response: Export,
    errors: ['EXPORT_LIMIT', 'TOO_MANY_DOCUMENTS'],
  }),
  serviceBooks: endpoint({
    method: 'post',
    path: '/api/export/serviceBooks',
    summary:
      'Has an archive made of the service books of machines; one under way already is answered instead',
    access: exportKinds.SERVICE_BOOKS.access,
    body: exportKinds.SERVICE_BOOKS.params,
    response: Export,
    errors: ['EXPORT_LIMIT'],
  }),
  dossier: endpoint({
    method: 'post',
    path: '/api/export/dossier',
    summary:
      'Has the warranty dossier of a machine made: its inspections against the required ones, and its signed protocols',
    access: exportKinds.WARRANTY_DOSSIER.access,
    body: exportKinds.WARRANTY_DOSSIER.params,
    response: Export,
    errors: ['EXPORT_LIMIT'],
  }),
  findAll: endpoint({
    method: 'get',
    path: '/api/export/findAll',
    summary: 'What the user has asked for and can fetch, or will, newest first',
    access: 'account.read',
    openToExpired: true,
    openToClosed: true,
    response: z.array(Export),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/export/findById/{id}',
    summary: 'One of them, with its progress',
    access: 'account.read',
    openToExpired: true,
    openToClosed: true,
    params: idParams,
    response: Export,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/export/delete/{id}',
    summary:
      'Removes one of them: one under way is given up, one that is ready is erased before its day is over',
    access: 'account.read',
    openToExpired: true,
    openToClosed: true,
    params: idParams,
    response: 'empty',
  }),
  download: endpoint({
    method: 'get',
    path: '/api/export/download/{id}',
    summary: 'The file, for a day after it was made',
    access: 'account.read',
    openToExpired: true,
    openToClosed: true,
    plainLink: true,
    answersHead: true,
    params: idParams,
    response: 'file',
    media: ['application/zip'],
  }),
};

/** Whether a job is still working on it, so polling its progress makes sense. */
export const isInProgress = ({ status }: Pick<Export, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING';
