import { LanguageSelect } from '../../components/language-select.tsx';
import { useChooseLanguage } from './user.queries.ts';

/** The language menu of a signed-in user; it also sets the language of their mails. */
export function SessionLanguageSelect() {
  return <LanguageSelect choose={useChooseLanguage()} />;
}
