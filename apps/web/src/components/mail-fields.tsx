/** What the dialogs have in common that write a mail to a customer. */
import { Card, NativeSelect, Text } from '@mantine/core';
import { languageNames, languages } from '@servicebook/i18n';
import type { Language } from '@servicebook/shared/primitives';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

/** Draws a proposed address with the name of its owner. */
export const withOwner =
  (recipients: { name: string; email: string }[]) =>
  ({ option: { value } }: { option: { value: string } }): ReactNode => (
    <div>
      {value}
      <Text size="sm" c="dimmed">
        {recipients.find(({ email }) => email === value)?.name}
      </Text>
    </div>
  );

interface MailLanguageProps {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

export const MailLanguage = ({ label, value, onChange }: MailLanguageProps) => (
  <NativeSelect
    label={label}
    data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Language)}
  />
);

interface MailPreviewProps {
  label: string;
  preview: UseQueryResult<{ subject: string; text: string }, Error>;
  /** Stands under the mail. */
  children?: ReactNode;
}

/** The mail as it would be sent now. */
export const MailPreview = ({ label, preview: { data, error }, children }: MailPreviewProps) => (
  <Card padding="md" component="section" aria-label={label} aria-live="polite" withBorder>
    {data && (
      <>
        <Text fw={650} mb="xs">
          {data.subject}
        </Text>
        <Text mod="prose">{data.text}</Text>
        {children}
      </>
    )}
    <ErrorNotice error={error} />
  </Card>
);
