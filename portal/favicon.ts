/** The outline of a rook on a grid of 24. */
export const rook = 'M5 3h3v3h2V3h4v3h2V3h3v6l-2 2v6l2 2v2H5v-2l2-2v-6L5 9z';

/** A rook in a colour that is visible on light and dark tabs. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#1a5fb4"><path d="${rook}"/></svg>
`;
