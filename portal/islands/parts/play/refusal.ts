/** A sentence over the lower edge of the board, seen and announced: why nothing was moved. */
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
