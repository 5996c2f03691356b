import { i18n, startI18n } from '../lib/i18n.ts';

/** Starts with the English texts. A text that lacks one of its values fails the test. */
export async function startTexts(): Promise<void> {
  await startI18n();
  i18n.options.missingInterpolationHandler = (text: string, [variable]: string[]) => {
    throw new Error(`No value for ${variable} in “${text}”`);
  };
  await i18n.changeLanguage('en');
}
