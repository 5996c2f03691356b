import { joinPresent } from '@servicebook/i18n/names.ts';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { i18n } from '../../lib/i18n.ts';
import { pdfUrl } from '../../lib/service-pdf-url.ts';
import { showToast } from '../../lib/toast.ts';
import { servicePdfQuery } from './service-pdf.queries.ts';

type Documented = Pick<
  ServiceProtocol,
  | 'id'
  | 'number'
  | 'numberExtension'
  | 'month'
  | 'year'
  | 'state'
  | 'version'
  | 'revision'
  | 'withdrawn'
  | 'customer'
>;

/** The document of a protocol, in the format of the file preview. The file itself is named by the server. */
export const pdfFile = (protocol: Documented, version?: number) => {
  const title = i18n.t('pdf.title', { ns: 'service', number: documentNumber(protocol) });
  const parts = [
    title.replaceAll('/', '-'),
    version !== undefined && version > 1 && `v${version}`,
    protocol.customer.shortName,
  ];
  return { url: pdfUrl(protocol.id, version), filename: `${joinPresent(parts, ' ')}.pdf` };
};

/** Whether this browser can hand a PDF to other apps: mail, messengers, a printer. */
export function canShareFiles(): boolean {
  if (typeof navigator.canShare !== 'function') return false;
  const probe = new File([''], 'protocol.pdf', { type: 'application/pdf' });
  return navigator.canShare({ files: [probe] });
}

/** Part of the cache key, because the document changes with every save. */
const stateOf = ({ state, version, revision }: Documented) => `${state}-${version}-${revision}`;

export const protocolPdfQuery = (protocol: Documented) => servicePdfQuery(protocol.id, stateOf(protocol));

/** Shares a protocol's PDF with another app. */
export function useSharePdf() {
  const { t } = useTranslation('service');
  const queryClient = useQueryClient();
  const [sharing, setSharing] = useState<number | null>(null);

  async function share(protocol: Documented) {
    setSharing(protocol.id);
    try {
      const pdf = await queryClient.fetchQuery({ ...protocolPdfQuery(protocol), networkMode: 'always' });
      await navigator.share({ files: [pdf], title: t('pdf.title', { number: documentNumber(protocol) }) });
    } catch (error) {
      const reason = error instanceof DOMException ? error.name : '';
      // Downloading took longer than the browser allows after one tap; the next tap can share at once.
      if (reason === 'NotAllowedError') showToast({ id: 'share', message: t('pdf.shareAgain') });
      else if (reason !== 'AbortError') showToast({ id: 'share', tone: 'error', message: errorText(error) });
    } finally {
      setSharing(null);
    }
  }
  return { share, sharing };
}
