import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { type PictureName, pictures, sourcesOf } from './pictures.ts';
import classes from './screen-picture.module.css';

interface Props {
  name: PictureName;
  /** The width on the page, as in the attribute `sizes`. */
  sizes: string;
  /** Visible without scrolling, so it is loaded eagerly. */
  first?: boolean;
  className?: string | undefined;
}

/** A picture of one of the product's screens, in the reader's language and colour scheme. */
export function ScreenPicture({ name, sizes, first = false, className }: Props) {
  const { t } = useTranslation('site');
  const { colorScheme } = useMantineColorScheme();
  const { width, height } = pictures[name];
  const language = currentLanguage();
  return (
    <picture className={className}>
      {colorScheme === 'auto' && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={sourcesOf(name, language, 'dark')}
          sizes={sizes}
        />
      )}
      <img
        className={classes.picture}
        data-phone={height > width}
        alt={t(`pictures.${name}`)}
        width={width}
        height={height}
        sizes={sizes}
        srcSet={sourcesOf(name, language, colorScheme === 'dark' ? 'dark' : 'light')}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
