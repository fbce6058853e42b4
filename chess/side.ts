export type Side = 'white' | 'black';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
