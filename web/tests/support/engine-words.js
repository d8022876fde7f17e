// Words that only the engine knows: people read none of them, neither in the texts nor on the screens.

export const ENGINE = /\b(layers?|floors?|opaque|simple commands?|coverage|call_hash|stage by stage|verdicts? of|subject of|marked as|\d+ marked)\b|sends · /i;
