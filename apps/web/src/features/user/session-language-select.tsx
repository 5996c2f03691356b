import { LanguageSelect } from '../../components/language-select.tsx';
import { useSaveLanguage } from './user.queries.ts';

/** The language menu of a signed-in user; it also sets the language of their mails. */
export function SessionLanguageSelect() {
  const tellLanguage = useSaveLanguage();
  return <LanguageSelect onChosen={(language) => tellLanguage.mutate(language)} />;
}
