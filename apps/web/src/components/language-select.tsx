import { type Language, languageNames, languages } from '@servicebook/i18n';
import { useTranslation } from 'react-i18next';
import { chooseInterfaceLanguage, i18n } from '../lib/i18n.ts';
import { showToast } from '../lib/toast.ts';
import classes from './language-select.module.css';

/** The texts of a language are not on this device, and there is no connection. */
export const tellAway = (): void => showToast({ message: i18n.t('components:language.away') });

const chooseHere = (language: Language) => chooseInterfaceLanguage(language, tellAway);

/** A native select for the language: it loads fastest and works best on a phone. */
export function LanguageSelect({ choose = chooseHere }: { choose?: (language: Language) => unknown }) {
  const { t } = useTranslation();
  return (
    <select
      className={classes.select}
      aria-label={t('menu.language')}
      value={i18n.language}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  );
}
