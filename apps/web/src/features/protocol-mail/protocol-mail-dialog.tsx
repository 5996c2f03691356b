import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput, Text, Textarea } from '@mantine/core';
import { email as emailSchema, type Language } from '@servicebook/shared/primitives';
import { maxMailRecipients, type ProtocolMails } from '@servicebook/shared/protocol-mail';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MailLanguage, MailPreview, withOwner } from '../../components/mail-fields.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { showToast } from '../../lib/toast.ts';
import { previewQuery, useSendProtocol } from './protocol-mail.queries.ts';

interface Props {
  protocol: ServiceProtocol;
  known: ProtocolMails;
  /** Stands there at first; empty: none. */
  address: string;
  onClose: () => void;
}

const isAddress = (text: string) => emailSchema.safeParse(text).success;

/** Chooses addresses, language and text, and shows the mail before it is sent. */
export function ProtocolMailDialog({ protocol: { id, version, withdrawn }, known, address, onClose }: Props) {
  const { t } = useTranslation(['protocol-mail', 'errors']);
  const [recipients, setRecipients] = useState<string[]>(address ? [address] : []);
  const [typed, setTyped] = useState('');
  const [language, setLanguage] = useState<Language>(known.language);
  /** Null: the company's, which is shown. */
  const [text, setText] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const send = useSendProtocol();
  const keyFor = useIdempotencyKey();
  const service = { id };
  const all = [...new Set([...recipients, typed.trim()].filter(Boolean))];
  const [first = ''] = all.filter(isAddress);
  const preview = useQuery(previewQuery({ service, email: first, language, text }));
  const wrong = all.find((one) => !isAddress(one));
  const refusal =
    all.length === 0
      ? t('errors:fields.REQUIRED')
      : wrong !== undefined
        ? `${t('errors:fields.INCORRECT_EMAIL')}: ${wrong}`
        : all.length > maxMailRecipients
          ? t('errors:fields.TOO_MANY')
          : undefined;
  const submit = () => {
    setTried(true);
    if (refusal) input.current?.focus();
    if (refusal || send.isPending) return;
    const body = { service, version, recipients: all, language, text, isWithdrawal: withdrawn !== null };
    send.mutate(
      { body, idempotencyKey: keyFor(body) },
      {
        onSuccess: () => {
          showToast({ tone: 'success', message: t('ordered') });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      inSight
      title={t(withdrawn ? 'sendMarked' : 'dialog')}
      saveLabel={t('submit')}
      saving={send.isPending}
      dirty={text !== null}
      failure={send.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <TagsInput
        ref={input}
        label={t('recipients')}
        description={t(known.recipients.length === 0 ? 'noAddress' : 'recipientsHint')}
        type="email"
        inputMode="email"
        required
        data={[...known.recipients.map(({ email }) => email), ...(typed.trim() ? known.used : [])]}
        renderOption={withOwner(known.recipients)}
        value={recipients}
        searchValue={typed}
        onSearchChange={setTyped}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        error={tried ? refusal : undefined}
        onChange={setRecipients}
      />
      <MailLanguage label={t('language')} value={language} onChange={setLanguage} />
      <Textarea
        label={t('ownText')}
        // The usual text is not that of a withdrawal.
        description={withdrawn ? undefined : t('ownTextHint')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5000}
        value={text ?? preview.data?.ownText ?? ''}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <MailPreview label={t('preview')} preview={preview}>
        <Text size="sm" c="dimmed" mt="xs">
          {t(withdrawn ? 'attachedMarked' : 'attached')}
        </Text>
      </MailPreview>
    </FormDialog>
  );
}
