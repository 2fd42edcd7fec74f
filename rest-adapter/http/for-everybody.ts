/** What holds nothing of anybody's: any page may read it, and whoever passes it on may keep it for a while. */
export const FOR_EVERYBODY = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' } as const;
