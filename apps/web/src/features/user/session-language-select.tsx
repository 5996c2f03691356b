import { LanguageSelect } from '../../components/language-select.tsx';
import { useTellLanguage } from './user.queries.ts';

/** The language menu of a signed-in user, whose mails follow the choice. */
export function SessionLanguageSelect() {
  const tellLanguage = useTellLanguage();
  return <LanguageSelect onChosen={(language) => tellLanguage.mutate(language)} />;
}
