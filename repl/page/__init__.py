"""A dispute as one page of HTML that anybody can open: `dispute` gathers what it shows, `html` writes it down."""
