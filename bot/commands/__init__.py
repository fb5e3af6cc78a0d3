"""The slash commands, one file a group: names, options, and which request they make.

Descriptions are marked for translation with `locale_str`; answers come from `bot.requests`.
"""
