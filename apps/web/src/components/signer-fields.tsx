import { Button, Checkbox, TextInput } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './signature-dialog.module.css';
import type { PositionState } from './use-position.ts';

export interface Signer {
  signerName: string;
  signerRole: string;
}

interface SignerFieldsProps {
  nameId: string;
  signer: Signer;
  onSigner: (signer: Signer) => void;
  /** Suggested signers: one tap fills in both fields. */
  suggestions: readonly Signer[];
  nameMissing: boolean;
  consent: boolean;
  onConsent: (consent: boolean) => void;
  position: PositionState;
  disabled: boolean;
}

/** The signer, and consent to storing the location. */
export function SignerFields(props: SignerFieldsProps) {
  const { nameId, signer, onSigner, suggestions, nameMissing, consent, onConsent, position, disabled } =
    props;
  const { t } = useTranslation('signature');
  return (
    <>
      <div className={classes.signer}>
        <TextInput
          id={nameId}
          label={t('signerName')}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={100}
          required
          disabled={disabled}
          value={signer.signerName}
          error={nameMissing ? t('nameRequired') : undefined}
          onChange={(event) => onSigner({ ...signer, signerName: event.currentTarget.value })}
        />
        {/* Hidden as soon as there is a name. */}
        {signer.signerName === '' && suggestions.length > 0 && (
          <div className={classes.offered}>
            {suggestions.map((each) => (
              <Button
                key={`${each.signerName} ${each.signerRole}`}
                variant="light"
                disabled={disabled}
                leftSection={<IconUserCheck size={18} stroke={1.7} aria-hidden />}
                onClick={() => onSigner(each)}
              >
                {joinPresent([each.signerName, each.signerRole])}
              </Button>
            ))}
          </div>
        )}
      </div>
      <TextInput
        label={t('signerRole')}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={100}
        disabled={disabled}
        value={signer.signerRole}
        onChange={(event) => onSigner({ ...signer, signerRole: event.currentTarget.value })}
      />
      <div>
        <Checkbox
          classNames={{ body: classes.consent ?? '', label: classes.consentLabel ?? '' }}
          label={t('consent')}
          checked={consent}
          disabled={disabled}
          onChange={(event) => onConsent(event.currentTarget.checked)}
        />
        <p className={classes.position} role="status">
          <PositionText position={position} />
        </p>
      </div>
    </>
  );
}

function PositionText({ position }: { position: PositionState }) {
  const { t } = useTranslation('signature');
  switch (position.status) {
    case 'off':
      return null;
    case 'locating':
      return t('locating');
    case 'found':
      return t('located', { metres: position.metres });
    case 'refused':
      return t('locationRefused');
    case 'failed':
      return t('locationFailed');
  }
}
