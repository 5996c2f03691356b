import { useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './colour-scheme-choice.module.css';

const choices = ['light', 'dark', 'auto'] as const;

/** Light, dark, or the system setting. */
export function ColourSchemeChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const group = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('colourScheme.title')}</legend>
      {choices.map((choice) => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            className={classes.input}
            name={group}
            value={choice}
            checked={colorScheme === choice}
            onChange={() => setColorScheme(choice)}
          />
          {t(`colourScheme.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}
