import { protocolSnapshotVersion } from '@servicebook/shared/protocol-snapshot';
import type { SignedContent } from '@servicebook/shared/signed-content';
import { useQuery } from '@tanstack/react-query';
import { LoadingState } from '../../components/states.tsx';
import { documentTexts } from '../../lib/i18n.ts';
import type { ToSign } from './service.queries.ts';
import { SigningText } from './signing-text.tsx';

/** What was signed on this phone, as it was read. */
export default function SignedText({ text, sha256 }: { text: string; sha256: string | undefined }) {
  const content: SignedContent = JSON.parse(text);
  const { data: texts } = useQuery({
    queryKey: ['document-texts', content.language],
    queryFn: () => documentTexts(content.language),
    networkMode: 'always',
  });
  if (!texts) return <LoadingState />;
  const [first, ...others] = [content.technician, ...(content.alsoPerformedBy ?? [])].map((person, id) => ({
    ...{ ...person, id },
    position: person.position ?? '',
  }));
  const read: ToSign = {
    snapshot: {
      ...{ ...content, schemaVersion: protocolSnapshotVersion, documentNumber: '', state: 'NEW', version: 0 },
      ...{ ownSignature: null, signature: null, company: { ...content.company, logo: null } },
      // The phone signed names and hashes of files.
      attachments: content.attachments.map(({ filename, sha256: hash }) => ({
        ...{ filename, sha256: hash, contentType: '', size: 0 },
      })),
    },
    performers: first ? [first, ...others] : [],
    ...{ texts, revision: 0, contentSha256: '', today: content.date, performedBy: 0, alsoPerformedBy: [] },
    ...{ ownSignature: null, missing: [], undone: null, signers: [] },
  };
  const confirmed = { date: content.date, performedBy: 0, alsoPerformedBy: others.map(({ id }) => id) };
  return <SigningText read={read} confirmed={{ ...confirmed, ownSignature: null }} sha256={sha256} />;
}
