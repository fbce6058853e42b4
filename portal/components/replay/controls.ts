import { hiddenFields } from '../form.ts';
import { html, type Content, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { longestLine, type Place, type PlaceAddress, type Step, stepsFrom } from '../board/place.ts';
import type { Story } from '../board/story.ts';

/** Strokes on a grid of 20. */
const strokes = {
  first: 'M14 4L8 10l6 6M6 4v12',
  previous: 'M13 4L7 10l6 6',
  next: 'M7 4l6 6l-6 6',
  last: 'M6 4l6 6l-6 6M14 4v12',
  previous_key: 'M10 3v14M5 8l5 -5l5 5',
  next_key: 'M10 3v14M5 12l5 5l5 -5',
} as const satisfies Record<Step, string>;

/** Links to neighbouring positions, and buttons that turn the board or play the best line. */
export function controls(
  { t }: Pick<PageContext, 't'>,
  story: Story,
  { place, address, more }: { place: Place; address: PlaceAddress; more?: Content },
): Html {
  const { ply, isFlipped } = place;
  const steps = stepsFrom(place, story);
  const link = (step: Step) =>
    html`<a
      class="button step"
      aria-label=${t(`review.step_${step}`)}
      title=${t(`review.step_${step}`)}
      data-step=${step}
      href=${steps[step] === undefined ? undefined : address(steps[step])}
      aria-disabled=${steps[step] === undefined ? 'true' : undefined}
      role="link"
    >
      <svg
        class="icon"
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d=${strokes[step]} />
      </svg>
    </a>`;
  const hasLine = longestLine(story, ply) > 0;
  return html`<div class="replay-controls">
    <nav class="steps" aria-label=${t('review.steps')}>
      ${link('first')} ${link('previous')} ${link('next')} ${link('last')}
      ${story.keyPlies.length > 0 && [link('previous_key'), link('next_key')]}
    </nav>
    <div class="row">
      ${getForm(address({ ply, isFlipped: !isFlipped }), t('review.flip'), { control: 'flip' })}
      ${
        story.keyPlies.length + story.evaluations.filter(Boolean).length > 0 &&
        getForm(address({ ply, line: 1 }), t('review.show_line'), { control: 'line', isOff: !hasLine })
      }
      ${more}
    </div>
  </div>`;
}

/** A button that opens an address; scripts handle it without loading the page. */
export function getForm(
  href: string,
  label: string,
  {
    control,
    className,
    id,
    isOff = false,
  }: { control?: string; className?: string; /** The id of the button. */ id?: string; isOff?: boolean },
): Html {
  const [path = '', query = ''] = href.split('?', 2);
  return html`<form method="get" action=${path} class=${className} data-control=${control}>
    ${hiddenFields(new URLSearchParams(query))}
    <button id=${id} disabled=${isOff}>${label}</button>
  </form>`;
}
