/** Every kind of export with its producer. */
import type { ExportKind, ExportParams } from '@servicebook/shared/export';
import { accountDataExport } from './account-data-export.ts';
import { dossierExport } from './dossier-export.ts';
import type { ExportProducer } from './export-producer.ts';
import { serviceBooksExport } from './service-books-export.ts';
import { servicePdfsExport } from './service-pdfs-export.ts';

const producers: { [Kind in ExportKind]: ExportProducer<ExportParams<Kind>> } = {
  ACCOUNT_DATA: accountDataExport,
  SERVICE_PDFS: servicePdfsExport,
  SERVICE_BOOKS: serviceBooksExport,
  WARRANTY_DOSSIER: dossierExport,
};

export const producerOf = <Kind extends ExportKind>(kind: Kind): ExportProducer<ExportParams<Kind>> =>
  producers[kind];
