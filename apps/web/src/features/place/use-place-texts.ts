import { useTranslation } from 'react-i18next';

/** The labels of a map's places, from the texts of their feature. */
export function usePlaceTexts(places: 'branch' | 'hotel') {
  const { t } = useTranslation(places);
  return {
    label: t('label'),
    map: t('map'),
    add: t('add'),
    newTitle: t('newTitle'),
    editTitle: t('editTitle'),
    all: t('all'),
    emptyTitle: t('emptyTitle'),
    emptyHint: t('emptyHint'),
    bin: places,
    deleteTitle: t('deleteTitle'),
    deleteMessage: (name: string) => t('deleteMessage', { name }),
  };
}

export type PlaceTexts = ReturnType<typeof usePlaceTexts>;
