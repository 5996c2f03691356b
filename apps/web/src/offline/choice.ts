/**
 * Whether data is stored here. Phones and tablets do it by themselves: they go where there is no network. Computers do it
 * only when their user has asked for it, so that not every one in an office keeps a copy of the company.
 */
import { keepChoice, readChoice } from '../lib/browser-storage.ts';

const isPhone = (): boolean => window.matchMedia('(pointer: coarse)').matches;
const choiceOf = (owner: string) => `stored-data.${owner}`;

export function isStoring(owner: string): boolean {
  const choice = readChoice(choiceOf(owner));
  return typeof choice === 'boolean' ? choice : isPhone();
}

export const chooseStoring = (owner: string, storing: boolean): void => keepChoice(choiceOf(owner), storing);
