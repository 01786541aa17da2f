"""The frames that mean nothing by themselves."""

# Frames that mean nothing by themselves: another word must confirm them, and failing leaves no doubt.
WEAK = frozenset(
    {
        "give",
        "ask",
        "lead.other",
        "lead.carry",
        "lead.watch",
        "lead.scout",
        "lead.lead",
        "lead.hold_resource",
        "shop.get",
        "need",
        "seek",
        "begin_with",
        "status",
        "decide.accept",
        "decide.refuse",
        "decide.choose",
        "town.scout",
        "lead.designate",
        "stay",
        "other",
        "tell",
        "abort",
        "spend",
    }
)
