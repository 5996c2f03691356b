import { LanguageSelect } from '../../components/language-select.tsx';
import { useTellLanguage } from './user.queries.ts';

/** The language menu of a signed-in user; it also sets the language of their mails. */
export function SessionLanguageSelect() {
  const tellLanguage = useTellLanguage();
  return <LanguageSelect onChosen={(language) => tellLanguage.mutate(language)} />;
}
