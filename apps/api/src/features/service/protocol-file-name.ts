/** How the document of a protocol is called wherever it is handed out. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { fileStem } from '../../platform/file-name.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import { wordingFor } from './service-pdf-texts.ts';

type Named = Pick<ProtocolSnapshot, 'documentNumber' | 'version' | 'language'> & {
  customer: { shortName: string };
};

/** As long as names of customers can be. */
const longestCustomer = 100;

/**
 * `Serviceprotokoll 25A-11-2026 Mill.pdf`, in the language of the document. Later versions say which one
 * they are. The name of a customer is cleaned as in mails, because strangers read it.
 */
export function protocolFileName(
  { documentNumber, version, language, customer: { shortName } }: Named,
  mark?: 'draftMark' | 'withdrawnMark',
): string {
  const { texts } = wordingFor(language);
  const parts = [
    texts.title,
    documentNumber.replaceAll('/', '-'),
    version > 1 && `v${version}`,
    nameForMail(fileStem(shortName), longestCustomer),
    mark && texts[mark],
  ];
  return `${fileStem(parts.filter(Boolean).join(' '))}.pdf`;
}
