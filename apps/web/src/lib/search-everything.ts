/** The event by which any screen opens the search of the whole app. */
export const searchEverythingEvent = 'servicebook:search-everything';

/** Opens the search of the whole app with this text. It also forgives typing errors. */
export const searchEverything = (text: string): void =>
  void window.dispatchEvent(new CustomEvent<string>(searchEverythingEvent, { detail: text }));
