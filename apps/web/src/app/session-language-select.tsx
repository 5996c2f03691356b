import { useTellLanguage } from '../features/user/user.queries.ts';
import { LanguageSelect } from './language-select.tsx';

/** The language menu of a signed-in user, whose mails follow the choice. */
export function SessionLanguageSelect() {
  const tellLanguage = useTellLanguage();
  return <LanguageSelect onChosen={(language) => tellLanguage.mutate(language)} />;
}
