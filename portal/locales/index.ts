import { locales, type Locale } from '../../chess/locale.ts';
import { account } from './account/index.ts';
import { analysis } from './analysis/index.ts';
import { administration } from './administration/index.ts';
import { archive } from './archive/index.ts';
import { chess } from './chess/index.ts';
import { errors } from './errors/index.ts';
import { organizations } from './organizations/index.ts';
import { packages } from './packages/index.ts';
import { play } from './play/index.ts';
import { places } from './places/index.ts';
import { publishing } from './publishing/index.ts';
import { reviews } from './reviews/index.ts';
import { shell } from './shell/index.ts';
import { workspace } from './workspace/index.ts';

export type TextKey =
  | keyof (typeof shell)['en']
  | keyof (typeof errors)['en']
  | keyof (typeof packages)['en']
  | keyof (typeof organizations)['en']
  | keyof (typeof administration)['en']
  | keyof (typeof places)['en']
  | keyof (typeof publishing)['en']
  | keyof (typeof account)['en']
  | keyof (typeof archive)['en']
  | keyof (typeof analysis)['en']
  | keyof (typeof chess)['en']
  | keyof (typeof reviews)['en']
  | keyof (typeof workspace)['en']
  | keyof (typeof play)['en'];

/** All texts of pages, by language. */
export const catalogues = Object.fromEntries(
  locales.map((locale) => [
    locale,
    {
      ...shell[locale],
      ...errors[locale],
      ...packages[locale],
      ...organizations[locale],
      ...administration[locale],
      ...places[locale],
      ...publishing[locale],
      ...account[locale],
      ...archive[locale],
      ...analysis[locale],
      ...chess[locale],
      ...reviews[locale],
      ...workspace[locale],
      ...play[locale],
    },
  ]),
) as Readonly<Record<Locale, Readonly<Record<TextKey, string>>>>;
