import { Button, InputWrapper } from '@mantine/core';
import { logoTypes } from '@servicebook/shared/company';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '../../components/file-drop.tsx';
import classes from './logo-field.module.css';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  /** A `data:` address; empty: none. */
  value: string;
  onChange: (logo: string) => void;
  error: string | undefined;
}

/** The company's logo as in documents: on white, even in dark mode. */
export function LogoField({ value, onChange, error }: LogoFieldProps) {
  const { t } = useTranslation('company');
  return (
    <InputWrapper label={t('logo')} labelElement="div" error={error}>
      <div className={classes.field}>
        <div className={classes.frame}>
          {value ? (
            <img src={value} alt={t('logoAlt')} className={classes.logo} />
          ) : (
            <span className={classes.none}>
              <IconPhoto size={24} stroke={1.5} aria-hidden />
              {t('noLogo')}
            </span>
          )}
        </div>
        <div className={classes.actions}>
          <FilePicker
            accept={logoTypes.join(',')}
            capture={false}
            label={t(value ? 'replaceLogo' : 'chooseLogo')}
            hint={t('logoHint')}
            onFiles={async ([file]) => {
              if (file) onChange(await readLogo(file));
            }}
          />
          {value && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
              onClick={() => onChange('')}
            >
              {t('removeLogo')}
            </Button>
          )}
        </div>
      </div>
    </InputWrapper>
  );
}
