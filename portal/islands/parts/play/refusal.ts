/** A visible and announced sentence over the board's lower edge: why no man moved. */
export function createRefusal(place: HTMLElement) {
  const sentence = document.createElement('p');
  sentence.className = 'refusal';
  sentence.setAttribute('role', 'status');
  place.after(sentence);
  return {
    show: (text: string) => sentence.replaceChildren(text),
    clear: () => sentence.replaceChildren(),
  };
}
