import { Autocomplete } from '@mantine/core';
import { type Announcements, announcementContract } from '@servicebook/shared/announcement';
import type { Language } from '@servicebook/shared/primitives';
import type { Visit } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MailLanguage, MailPreview, withOwner } from '../../components/mail-fields.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { showToast } from '../../lib/toast.ts';
import { AbsentOnDay } from './absent-on-day.tsx';
import { previewQuery, useAnnounceVisit } from './announcement.queries.ts';

interface Props {
  visit: Visit;
  known: Announcements;
  onClose: () => void;
}

/** Shows the mail to the customer before it is sent. */
export function AnnouncementDialog({ visit: { id, revision, day, technicians }, known, onClose }: Props) {
  const { t } = useTranslation(['announcement', 'errors']);
  const [email, setEmail] = useState(known.recipients[0]?.email ?? '');
  const [language, setLanguage] = useState<Language>(known.language);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const content = { visit: { id }, email: email.trim(), language };
  const isAddress = announcementContract.send.body.shape.email.safeParse(content.email).success;
  const preview = useQuery(previewQuery({ ...content, email: isAddress ? content.email : '' }));
  const announce = useAnnounceVisit();
  const keyFor = useIdempotencyKey();
  const send = () => {
    setTried(true);
    if (!isAddress) input.current?.focus();
    if (!isAddress || announce.isPending) return;
    const body = { ...content, revision };
    announce.mutate(
      { body, idempotencyKey: keyFor(body) },
      {
        onSuccess: () => {
          showToast({ tone: 'success', message: t('sent') });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      inSight
      title={t('dialog')}
      saveLabel={t('send')}
      saving={announce.isPending}
      dirty={false}
      failure={announce.error}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onClose={onClose}
    >
      <Autocomplete
        ref={input}
        label={t('email')}
        description={known.recipients.length === 0 ? t('noAddress') : undefined}
        type="email"
        inputMode="email"
        required
        data={known.recipients.map((recipient) => recipient.email)}
        renderOption={withOwner(known.recipients)}
        value={email}
        error={tried && !isAddress ? t('errors:fields.INCORRECT_EMAIL') : undefined}
        onChange={setEmail}
      />
      <MailLanguage label={t('language')} value={language} onChange={setLanguage} />
      <AbsentOnDay people={technicians} day={day} />
      <MailPreview label={t('preview')} preview={preview} />
    </FormDialog>
  );
}
