/** The text files that i18n.ts does not load first. */
export const laterTexts = import.meta.glob<object>(
  [
    '../../../../packages/i18n/src/*/*.json',
    '!../../../../packages/i18n/src/*/{account,common,errors,site}.json',
    // Used only by the server.
    '!../../../../packages/i18n/src/*/{customer-page,dossier-pdf,invoice-pdf,mail,refusal,service-book-pdf,sign-page,verify}.json',
  ],
  { import: 'default' },
);
